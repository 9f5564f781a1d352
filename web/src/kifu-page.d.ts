declare module "kifu:page" {
  const packed: string;
  export default packed;
}
