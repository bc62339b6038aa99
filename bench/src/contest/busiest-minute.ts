/**
 * Solutions in each second of the busiest minute of real contests, which was the last one in each. From public run logs
 * (xcpcio/board-data, MIT licence).
 */
const NATIONAL_QUALIFICATION = [
  12, 3, 6, 18, 14, 9, 11, 19, 17, 9, 17, 13, 17, 7, 18, 16, 24, 17, 13, 23, 23, 15, 23, 18, 20, 20, 20, 27,
  17, 22, 20, 12, 19, 19, 19, 15, 25, 24, 18, 34, 23, 23, 24, 28, 27, 25, 23, 25, 19, 22, 31, 29, 23, 38, 18,
  24, 16, 38, 19, 27,
];

/**
 * Moments in ms from the start at which solutions are sent, by the busiest minute of a national qualification.
 *
 * @param seconds how many of its last seconds
 * @param factor how many times as many solutions
 */
export function lastMoments(seconds: number, factor: number): number[] {
  let owed = 0;
  return NATIONAL_QUALIFICATION.slice(-seconds).flatMap((count, second) => {
    owed += count * factor;
    const whole = Math.floor(owed);
    owed -= whole;
    return Array.from({ length: whole }, (_, place) => 1000 * (second + place / whole));
  });
}
