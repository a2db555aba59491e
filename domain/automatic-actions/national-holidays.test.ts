import { expect, test } from 'vitest';
import { type Country, nationalHolidays } from './national-holidays.ts';

const days = (country: Country, year: number) => nationalHolidays(country, year).map(({ day }) => day.slice(5));

// From the calendars that the governments published for these years.
test.each([
  ['BR', 2026, ['01-01', '04-03', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '11-20', '12-25']],
  ['PT', 2026, ['01-01', '04-03', '04-05', '04-25', '05-01', '06-04', '06-10', '08-15', '10-05', '11-01', '12-01', '12-08', '12-25']],
  ['ES', 2027, ['01-01', '01-06', '03-26', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25']],
  ['US', 2026, ['01-01', '01-19', '02-16', '05-25', '06-19', '07-03', '09-07', '10-12', '11-11', '11-26', '12-25']],
  ['US', 2027, ['01-01', '01-18', '02-15', '05-31', '06-18', '07-05', '09-06', '10-11', '11-11', '11-25', '12-24']],
] as const)('the holidays of %s in %s', (country, year, expected) => {
  expect(days(country, year)).toEqual(expected);
});

test('Easter is right in years in which it is early and late', () => {
  const easters = [2008, 2019, 2024, 2025, 2035, 2038].map((year) => days('PT', year)[2]);
  expect(easters).toEqual(['03-23', '04-21', '03-31', '04-20', '03-25', '04-25']);
});
