//! Years counted by the reigns of emperors, in Japan and China.

/// An era: its names, the year before its first one, and its calendar.
type Era = (&'static [&'static str], u16, Calendar);

/// Calendar for the months and days of an era.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Calendar {
    /// The current calendar.
    Gregorian,
    /// The lunar calendar: the year is known, month and day would have to be computed.
    Lunar,
}

use Calendar::{Gregorian, Lunar};

/// The Japanese calendar became the Gregorian one with the sixth year of Meiji.
const MEIJI_CHANGE: u16 = 6;

/// The last years of the eras that are over and whose months are those of the current calendar.
const LAST_YEARS: [(&str, u16); 4] = [("平成", 31), ("昭和", 64), ("大正", 15), ("明治", 45)];

/// Other reigns lasted for 62 years at most; years of the Republic of China are still counted.
const LAST_YEAR: u16 = 120;

#[rustfmt::skip]
const ERAS: &[Era] = &[
    (&["令和"], 2018, Gregorian), (&["平成"], 1988, Gregorian), (&["昭和"], 1925, Gregorian),
    (&["大正"], 1911, Gregorian), (&["明治"], 1867, Gregorian),
    (&["慶応", "慶應", "庆应"], 1864, Lunar), (&["元治"], 1863, Lunar), (&["文久"], 1860, Lunar),
    (&["万延", "萬延"], 1859, Lunar), (&["安政"], 1853, Lunar), (&["嘉永"], 1847, Lunar),
    (&["弘化"], 1843, Lunar), (&["天保"], 1829, Lunar), (&["文政"], 1817, Lunar),
    (&["文化"], 1803, Lunar), (&["享和"], 1800, Lunar), (&["寛政", "寬政", "宽政"], 1788, Lunar),
    (&["天明"], 1780, Lunar), (&["安永"], 1771, Lunar), (&["明和"], 1763, Lunar),
    (&["宝暦", "寶曆", "宝历"], 1750, Lunar), (&["寛延", "寬延", "宽延"], 1747, Lunar),
    (&["延享"], 1743, Lunar), (&["寛保", "寬保", "宽保"], 1740, Lunar), (&["元文"], 1735, Lunar),
    (&["享保"], 1715, Lunar), (&["正徳", "正德"], 1710, Lunar), (&["宝永", "寶永"], 1703, Lunar),
    (&["元禄", "元祿"], 1687, Lunar), (&["貞享", "贞享"], 1683, Lunar), (&["天和"], 1680, Lunar),
    (&["延宝", "延寶"], 1672, Lunar), (&["寛文", "寬文", "宽文"], 1660, Lunar),
    (&["万治", "萬治"], 1657, Lunar), (&["明暦", "明曆", "明历"], 1654, Lunar),
    (&["承応", "承應", "承应"], 1651, Lunar), (&["慶安", "庆安"], 1647, Lunar),
    (&["正保"], 1643, Lunar), (&["寛永", "寬永", "宽永"], 1623, Lunar), (&["元和"], 1614, Lunar),
    (&["慶長", "庆长"], 1595, Lunar), (&["文禄", "文祿"], 1591, Lunar), (&["天正"], 1572, Lunar),
    (&["民国", "民國", "中华民国", "中華民國"], 1911, Gregorian),
    (&["宣统", "宣統"], 1908, Lunar), (&["光绪", "光緒"], 1874, Lunar), (&["同治"], 1861, Lunar),
    (&["咸丰", "咸豐"], 1850, Lunar), (&["道光"], 1820, Lunar), (&["嘉庆", "嘉慶"], 1795, Lunar),
    (&["乾隆"], 1735, Lunar), (&["雍正"], 1722, Lunar), (&["康熙"], 1661, Lunar),
    (&["顺治", "順治"], 1643, Lunar), (&["崇祯", "崇禎"], 1627, Lunar), (&["万历", "萬曆"], 1572, Lunar),
];

/// The era whose name `text` begins with, and the text after the name.
pub(super) fn strip(text: &str) -> Option<(Counting, &str)> {
    ERAS.iter().find_map(|(names, before, calendar)| {
        let rest = names.iter().find_map(|name| text.strip_prefix(name))?;
        let last = LAST_YEARS.iter().find(|(name, _)| *name == names[0]);
        let counting = Counting {
            before: *before,
            last: last.map_or(LAST_YEAR, |(_, last)| *last),
            calendar: *calendar,
            is_meiji: names[0] == "明治",
        };
        Some((counting, rest.trim_start()))
    })
}

/// Year count of an era.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counting {
    before: u16,
    last: u16,
    calendar: Calendar,
    is_meiji: bool,
}

impl Counting {
    /// The year of the common era, and how its months are counted; `None` if the era has no such year.
    pub(super) fn year(self, number: u16) -> Option<(u16, Calendar)> {
        let is_year = (1..=self.last).contains(&number);
        let calendar = match self.calendar {
            Gregorian if self.is_meiji && number < MEIJI_CHANGE => Lunar,
            calendar => calendar,
        };
        is_year.then(|| (self.before + number, calendar))
    }
}
