import { formatDay } from '../../../domain/format/date.ts';
import { formatMoney } from '../../../domain/format/number.ts';
import { useTranslation } from '../../i18n.ts';
import { hoursText } from './money.ts';
import type { Ledger } from './types.ts';

const daySeconds = 24 * 3600;
const labelEvery = 3;

type Day = Ledger['days'][number] & { number: number; isFuture: boolean };

/** Every day of the month, those without an entry too; `today` is null for a past month. */
function getDays({ month, days }: Ledger, today: number | null): Day[] {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  const known = new Map(days.map((one) => [Number(one.day.slice(8)), one]));
  return Array.from({ length: count }, (_, index) => {
    const day = `${month}-${String(index + 1).padStart(2, '0')}`;
    const found = known.get(index + 1) ?? { day, seconds: 0, cents: null, sizes: [] };
    return { ...found, number: index + 1, isFuture: today !== null && index + 1 > today };
  });
}

type Props = { ledger: Ledger; today: number | null; month: string };

/** The hours on of each day of a month, of 24, with the same data as a table for screen readers. */
export function HoursChart({ ledger, today, month }: Props) {
  const { t, language } = useTranslation();
  const days = getDays(ledger, today).filter(({ isFuture }) => !isFuture);
  const dayText = (day: Day) => {
    const [year, number] = [Number(ledger.month.slice(0, 4)), Number(ledger.month.slice(5))];
    return formatDay(language, { year, month: number, day: day.number });
  };
  const sizesText = ({ sizes }: Day) => sizes.map(({ size, seconds }) => `${size} ${hoursText(language, seconds)}`).join(', ');
  const costText = ({ cents }: Day) => (cents === null ? '–' : formatMoney(language, cents, ledger.currency));
  const tip = (day: Day) =>
    [dayText(day), sizesText(day) || hoursText(language, day.seconds), day.cents === null ? '' : costText(day)].filter(Boolean).join(' · ');
  const isLabelled = ({ number }: Day) => number === today || ((number - 1) % labelEvery === 0 && (today === null || today - number > 2));
  return (
    <figure className="capacity-hours">
      <div className="capacity-bars" aria-hidden="true">
        {days.map((day) => (
          <span key={day.number} className="capacity-day" data-today={day.number === today || undefined} data-tip={tip(day)}>
            <span style={{ height: `${Math.min(100, (day.seconds / daySeconds) * 100)}%` }} />
          </span>
        ))}
      </div>
      <div className="capacity-labels muted tiny num" aria-hidden="true">
        {days.map((day) => (
          <span key={day.number}>{isLabelled(day) && <span>{day.number === today ? t('capacity.hours.today') : day.number}</span>}</span>
        ))}
      </div>
      <div className="visually-hidden">
        <table>
          <caption>{t('capacity.hours.caption', { month })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('capacity.hours.day')}</th>
              <th scope="col">{t('capacity.hours.on')}</th>
              <th scope="col">{t('capacity.hours.sizes')}</th>
              <th scope="col">{t('capacity.hours.cost')}</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr key={day.number}>
                <th scope="row">{dayText(day)}</th>
                <td>{hoursText(language, day.seconds)}</td>
                <td>{sizesText(day) || '–'}</td>
                <td>{costText(day)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
