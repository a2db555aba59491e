import { type DayNumber, dayNumber, daysInMonth, getMonthDay, getWeekday } from './calendar-days.ts';

/** Countries whose national holidays can be taken over into a business unit's list; regional ones are added by hand. */
export type Country = 'BR' | 'PT' | 'ES' | 'US';
export type NamedHoliday = { day: string; name: string };

type Rule = { name: string; on: (year: number) => DayNumber };

const fixed =
  (month: number, day: number) =>
  (year: number): DayNumber =>
    dayNumber({ year, month, day });
const easterPlus =
  (days: number) =>
  (year: number): DayNumber =>
    easterSunday(year) + days;
/** The nth weekday (1 = Monday) of a month; the last one for -1. */
const nth =
  (count: number, weekday: number, month: number) =>
  (year: number): DayNumber => {
    const first = dayNumber({ year, month, day: 1 });
    const start = first + ((weekday - getWeekday(first) + 7) % 7);
    if (count > 0) return start + (count - 1) * 7;
    const last = first + daysInMonth(year, month) - 1;
    return last - ((getWeekday(last) - weekday + 7) % 7);
  };
/** In the United States a holiday on a weekend is observed on the Friday before or the Monday after. */
const observed =
  (on: (year: number) => DayNumber) =>
  (year: number): DayNumber => {
    const day = on(year);
    return day + ({ 6: -1, 7: 1 }[getWeekday(day)] ?? 0);
  };

/** Easter Sunday of the Gregorian calendar (the anonymous algorithm, Nature 1876). */
function easterSunday(year: number): DayNumber {
  const golden = year % 19;
  const [century, inCentury] = [Math.floor(year / 100), year % 100];
  const correction = Math.floor((century + 8) / 25);
  const moon = (19 * golden + century - Math.floor(century / 4) - Math.floor((century - correction + 1) / 3) + 15) % 30;
  const sunday = (32 + 2 * (century % 4) + 2 * Math.floor(inCentury / 4) - moon - (inCentury % 4)) % 7;
  const late = Math.floor((golden + 11 * moon + 22 * sunday) / 451);
  const sum = moon + sunday - 7 * late + 114;
  return dayNumber({ year, month: Math.floor(sum / 31), day: (sum % 31) + 1 });
}

const rules: Record<Country, readonly Rule[]> = {
  BR: [
    { name: 'Confraternização Universal', on: fixed(1, 1) },
    { name: 'Sexta-feira Santa', on: easterPlus(-2) },
    { name: 'Tiradentes', on: fixed(4, 21) },
    { name: 'Dia do Trabalho', on: fixed(5, 1) },
    { name: 'Independência do Brasil', on: fixed(9, 7) },
    { name: 'Nossa Senhora Aparecida', on: fixed(10, 12) },
    { name: 'Finados', on: fixed(11, 2) },
    { name: 'Proclamação da República', on: fixed(11, 15) },
    { name: 'Dia da Consciência Negra', on: fixed(11, 20) },
    { name: 'Natal', on: fixed(12, 25) },
  ],
  PT: [
    { name: 'Ano Novo', on: fixed(1, 1) },
    { name: 'Sexta-Feira Santa', on: easterPlus(-2) },
    { name: 'Domingo de Páscoa', on: easterPlus(0) },
    { name: 'Dia da Liberdade', on: fixed(4, 25) },
    { name: 'Dia do Trabalhador', on: fixed(5, 1) },
    { name: 'Corpo de Deus', on: easterPlus(60) },
    { name: 'Dia de Portugal', on: fixed(6, 10) },
    { name: 'Assunção de Nossa Senhora', on: fixed(8, 15) },
    { name: 'Implantação da República', on: fixed(10, 5) },
    { name: 'Dia de Todos os Santos', on: fixed(11, 1) },
    { name: 'Restauração da Independência', on: fixed(12, 1) },
    { name: 'Imaculada Conceição', on: fixed(12, 8) },
    { name: 'Natal', on: fixed(12, 25) },
  ],
  ES: [
    { name: 'Año Nuevo', on: fixed(1, 1) },
    { name: 'Epifanía del Señor', on: fixed(1, 6) },
    { name: 'Viernes Santo', on: easterPlus(-2) },
    { name: 'Fiesta del Trabajo', on: fixed(5, 1) },
    { name: 'Asunción de la Virgen', on: fixed(8, 15) },
    { name: 'Fiesta Nacional de España', on: fixed(10, 12) },
    { name: 'Todos los Santos', on: fixed(11, 1) },
    { name: 'Día de la Constitución Española', on: fixed(12, 6) },
    { name: 'Inmaculada Concepción', on: fixed(12, 8) },
    { name: 'Natividad del Señor', on: fixed(12, 25) },
  ],
  US: [
    { name: 'New Year’s Day', on: observed(fixed(1, 1)) },
    { name: 'Martin Luther King Jr. Day', on: nth(3, 1, 1) },
    { name: 'Washington’s Birthday', on: nth(3, 1, 2) },
    { name: 'Memorial Day', on: nth(-1, 1, 5) },
    { name: 'Juneteenth', on: observed(fixed(6, 19)) },
    { name: 'Independence Day', on: observed(fixed(7, 4)) },
    { name: 'Labor Day', on: nth(1, 1, 9) },
    { name: 'Columbus Day', on: nth(2, 1, 10) },
    { name: 'Veterans Day', on: observed(fixed(11, 11)) },
    { name: 'Thanksgiving Day', on: nth(4, 4, 11) },
    { name: 'Christmas Day', on: observed(fixed(12, 25)) },
  ],
};

const two = (value: number) => String(value).padStart(2, '0');

/** The national holidays of a year, in order, with their names in the country's language. */
export function nationalHolidays(country: Country, year: number): NamedHoliday[] {
  const found = rules[country].map(({ name, on }) => ({ name, at: on(year) })).sort((one, other) => one.at - other.at);
  return found.map(({ name, at }) => {
    const { year: itsYear, month, day } = getMonthDay(at);
    return { day: `${itsYear}-${two(month)}-${two(day)}`, name };
  });
}
