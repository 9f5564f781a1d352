declare module "kifu:core" {
  const packed: string;
  export default packed;
}
