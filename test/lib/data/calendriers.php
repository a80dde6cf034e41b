<?php
// Reference for test/lib/calendrier.test.ts, made by PHP's calendar extension, which shares no code with ours.
//   php test/lib/data/calendriers.php republicain > test/lib/data/republicain.txt
//   php test/lib/data/calendriers.php julien      > test/lib/data/julien.txt
// One line a month: year month, Gregorian date of its first day, that day's weekday (0 = Sunday), number of days.
// The test expands each line to its days. frenchtojd() accepts a 6th complementary day in any year, hence the
// lengths from cal_days_in_month().

/** Gregorian YYYY-MM-DD of a Julian day number. */
function iso(int $jdn): string
{
    [$month, $day, $year] = explode('/', jdtogregorian($jdn));
    return sprintf('%04d-%02d-%02d', $year, $month, $day);
}

function line(int $calendar, int $year, int $month, int $first): void
{
    printf("%d %d %s %d %d\n", $year, $month, iso($first), jddayofweek($first), cal_days_in_month($calendar, $month, $year));
}

if (($argv[1] ?? '') === 'republicain') {
    for ($year = 1; $year <= 14; $year++) {
        for ($month = 1; $month <= 13; $month++) {
            line(CAL_FRENCH, $year, $month, frenchtojd($month, 1, $year));
        }
    }
} elseif (($argv[1] ?? '') === 'julien') {
    for ($year = 1500; $year <= 1582; $year++) {
        for ($month = 1; $month <= 12; $month++) {
            line(CAL_JULIAN, $year, $month, juliantojd($month, 1, $year));
        }
    }
} else {
    fwrite(STDERR, "usage: php calendriers.php republicain|julien\n");
    exit(2);
}
