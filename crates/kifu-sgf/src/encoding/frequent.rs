//! Frequent characters in the texts of game records, to distinguish encodings.
//!
//! A name has two or three characters, a rank one, so statistics of running text say little about them. The lists
//! begin with the characters of names, ranks, events, results and comments on games, followed by the frequent
//! characters of the language. They are sorted on first use.

use std::sync::OnceLock;

/// Frequency class of a character among the texts of one script.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Top,
    Common,
    Other,
}

/// The frequent characters of one script.
#[derive(Debug)]
pub(super) struct Frequent {
    top: &'static str,
    common: &'static str,
    sorted: OnceLock<Vec<(char, Rank)>>,
}

impl Frequent {
    const fn new(top: &'static str, common: &'static str) -> Self {
        Self {
            top,
            common,
            sorted: OnceLock::new(),
        }
    }

    /// Frequency class of `char`.
    pub(super) fn rank(&self, char: char) -> Rank {
        let sorted = self.sorted.get_or_init(|| {
            let top = self.top.chars().map(|char| (char, Rank::Top));
            let common = self.common.chars().map(|char| (char, Rank::Common));
            let mut all: Vec<_> = top.chain(common).collect();
            all.sort_unstable();
            all.dedup_by_key(|(char, _)| *char);
            all
        });
        sorted
            .binary_search_by_key(&char, |(char, _)| *char)
            .map_or(Rank::Other, |index| sorted[index].1)
    }
}

/// Chinese in simplified characters.
pub(super) static SIMPLIFIED: Frequent = Frequent::new(
    "的一是不了在人有我他这中大来上个国到说们为子和你地出道也时年得就那要下以生会自着去之过\
     家学对可里后小么心多天而能好都然没日于起还发成事只作当想看文无开手用主行方又如前所本见\
     经头面公同三已老从动两长黑白棋先手目胜负段级局围业盘半贴让子活死打劫九八七六五四二十\
     王李张刘陈杨赵黄周吴中盘胜围棋古力柯洁",
    "徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜\
     戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺\
     赖龚聂柯洁古力孔杰昊睿羽廷芮乃伟鹤俞斌晓骏邢海涛辰峰宇洋毅琳彤辉超刚建军明平志勇强华丽\
     娟敏静秀英春玉红兰梅云飞鹏浩鑫瑞欣怡佳雨思诗嘉俊杰博轩泽子涵诚信义仁德荣富贵昌盛兴旺\
     双征尖冲扳断跳飞虎刺挡长爬立并压退粘接提拆夹托碰镇挖扑渡枷征吃封破眼杀攻守角边腹星位厚薄\
     实空气味形急场定式型布局官收束变化参考图解题答案正误失败成功错对妙着恶俗愚本手脱先保留交换\
     战斗争夺势力地盘优劣均形细棋胜负点评讲解说明摘自比赛杯赛届第轮决赛半预选本挑战者名人天元\
     棋圣王座十段碁三星富士通应氏春兰农心联甲乙组级业余职业国手争霸新锐友谊擂台电视快棋网络对\
     弈城腾讯野狐弘通新浪中国日本韩国台湾北京上海天津重庆四川广东江苏浙江杭州山东河南湖北\
     些现意其向己间最高什与因气意加知部理直很它因此外把正或法将那些被分进两样问等外走几月\
     情已机美老关实点业入再比通内更女却听回门间相内四东口力路果新头真次全利声合战望空话水教\
     且象山任由世活间代员系性指安放该眼光神张信条体海报少色爱住每声呢处记题度至命许便程件\
     住求统车原给名运打算做每目今电接做请定论别快拿清影感城百题必立表件死非民结该万解放传军\
     青思场变队各区安师反带流干治取据特深南候共步办父五书往院根商兵保收吧官请音市何台火阳写\
     拉示满故格影受房怎备称早强认数府识曾完落告引王喝且连客未足花装联科观皆讲亮足支石早\
     从存准广黑题级服花单送始找林近转另注息兴待议虽古仅古老游戏遗忘起源传其他区整个世界\
     飞燕安版作布局猪级",
);

/// Chinese in traditional characters.
pub(super) static TRADITIONAL: Frequent = Frequent::new(
    "的一是不了在人有我他這中大來上個國到說們為子和你地出道也時年得就那要下以生會自著去之過\
     家學對可裡後小麼心多天而能好都然沒日於起還發成事只作當想看文無開手用主行方又如前所本見\
     經頭面公同三已老從動兩長黑白棋先手目勝負段級局圍業盤半貼讓子活死打劫九八七六五四二十\
     王李張劉陳楊趙黃周吳中盤勝圍棋",
    "徐孫胡朱高林何郭馬羅梁宋鄭謝韓唐馮董蕭程曹袁鄧許傅沈曾彭呂蘇盧蔣蔡賈丁魏薛葉閻余潘杜\
     戴夏鍾汪田任姜范方石姚譚廖鄒熊金陸郝孔白崔康毛邱秦江史顧侯邵孟龍萬段雷錢湯尹黎易常武喬賀\
     賴龔聶柯潔古力傑昊睿羽廷芮乃偉鶴俞斌曉駿邢海濤辰峰宇洋毅琳彤輝超剛建軍明平志勇強華麗\
     娟敏靜秀英春玉紅蘭梅雲飛鵬浩鑫瑞欣怡佳雨思詩嘉俊博軒澤涵誠信義仁德榮富貴昌盛興旺\
     雙征尖沖扳斷跳虎刺擋長爬立並壓退粘接提拆夾托碰鎮挖撲渡枷吃封破眼殺攻守角邊腹星位厚薄\
     實空氣味形急場定式型布局官收束變化參考圖解題答案正誤失敗成功錯對妙著惡俗愚本手脫先保留交換\
     戰鬥爭奪勢力地盤優劣均形細棋勝負點評講解說明摘自比賽盃杯賽屆第輪決賽半預選本挑戰者名人天元\
     棋聖王座十段碁三星富士通應氏春蘭農心聯甲乙組級業餘職業國手爭霸新銳友誼擂台電視快棋網路絡對\
     弈城騰訊野狐新浪中國日本韓國臺灣台北京上海天津重慶四川廣東江蘇浙江杭州山東河南湖北\
     些現意其向己間最什與因氣加知部理直很它此外把正或法將被分進樣問等走幾月\
     情機美關點入再比通內更女卻聽回門相東口力路果真次全利聲合望空話水教\
     且象由世活代員系性指安放該光神信條體海報少色愛住每呢處記度至命便件\
     求統車原給運算做今電請論別拿清影感城百必表非民結傳軍\
     青思隊各區師反帶流干治取據特深南候共步辦父書往院根商兵官音市火陽寫\
     拉示滿故格受房怎備稱早認數府識完落告引喝連客未足花裝科觀皆亮支\
     存準服單送始找近轉另注息待議雖僅種古老遊戲遺忘起源開首傳播其他地區整個世界亞",
);

/// Kanji, besides the two syllabaries.
pub(super) static KANJI: Frequent = Frequent::new(
    "日一国人年大十二本中長出三時行見月分後前生五間上東四今金九入学高円子外八六下来気小七山話\
     女北午百書先名川千水半男西電校語土木聞食車何南万毎白天母火右読友左休父雨段級黒白先番\
     勝負目局棋碁囲手院名人本因坊聖王座天元戦杯位置石井田村山小林武宮藤橋本治勲",
    "木加藤佐高橋伊藤渡辺中村斎加山田吉松井上清水森池石橋長谷坂岡前後原近福岩酒杉和青江今\
     河内野島大竹趙依淳張栩羽根直樹結城聡王銘琬柳時熏治勲光一郎秀哉格正樹英雄芳男芳夫哲也\
     裕太敬吾進吾康正寿紀博輝昭夫美香里佳奈沙織理恵梅沢由香里謝依旻藤沢里菜上野愛咲美牛栄子\
     仲邑菫申眞毅飛党芝野虎丸許家元余正麒平田智也本木克弥関航太郎村川大介安斎伸彰\
     会自事社者地業方新場員立開手力問代明動京目通言理体田主題意不作用度強公持野以思家世多正\
     安院心界教文元重近考画海売知道集別物使品計死特私始朝運終台広住真有口少町料工建急止送切\
     転研足究楽起着店病質待試族銀早映親験英医仕去味写字答夜音注帰古歌買悪図週室歩風紙黒花春\
     赤青館屋色走秋夏習駅洋旅服夕借曜飲肉貸堂鳥飯勉冬昼茶弟牛魚兄犬妹姉漢\
     第回世界最高棋士決定戦韓国棋院時間秒回目半手完中押勝九段対局者持碁譜解説変化参考図正解\
     失敗黒先白先死活詰定石布石序盤中盤終盤手筋形厚薄模様攻防劫活死攻合眼取切断打込消荒\
     予選本戦決勝挑戦手合準優早碁選手権新人王竜星十段阿含桐山碁聖女流最強戦天頂電聖級位初段\
     古代起源忘最初東他地域広次全起始遊戯亞",
);

/// Hangul.
pub(super) static HANGUL: Frequent = Frequent::new(
    "이다에는을의가고를은로한지하사도기나아그서어자리대해니시일라만전부정으수인들있과보게제것여\
     면장었구와거마주바상우원오스선성화데조경소무방최던러할세모국김박강승흑백국수단급바둑대국",
    "안동연개위두문까유야요때생물된집계회비공신내년했적없요르트당아미재알드같실교양속등분관\
     식간점운발반번체용행미중영진현준철호석환민희윤권황송홍임한오서신권황안류전고문손배조백허\
     남심노하곽성차주우구민진지엄채원천방공현함변염여추도소석설마길연표명기반왕금옥육인맹제모\
     탁국어은편용예경봉사부창훈혁욱빈태균찬규형건웅섭식종걸렬렬덕복병택길목덤반집승불계기권\
     흑번호선착실전기보해설참고도변화정석포석행마사활맥묘수패축끝내기중반초대회결승준결본예\
     전기원타이젬한큐동양온라인프로아마배왕위명천원삼성국수전초속기농심춘란응씨후지쯔엘지최\
     강자전세돌창호정환진석치훈훈현철한영구목진석박문원성진김지신진서변상일신민준이동훈\
     었던음렇처음먼저아니까닭습니합입된퍼머나머역으로후전계게임잊혀진퍼진고대동아시아\
     않았했던말못왜많더욱럼또려각감갈값걸겠결곳큰키택터통특판평포품학항험혼활희힘",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_found() {
        assert_eq!(SIMPLIFIED.rank('棋'), Rank::Top);
        assert_eq!(SIMPLIFIED.rank('弈'), Rank::Common);
        assert_eq!(SIMPLIFIED.rank('龘'), Rank::Other);
        assert_eq!(KANJI.rank('碁'), Rank::Top);
        assert_eq!(HANGUL.rank('돌'), Rank::Common);
    }
}
