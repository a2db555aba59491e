import { useEffect, useState } from 'react';
import type { ShiftRow } from '../../../../domain/capacity/shifts-contract.ts';
import { isOn } from '../../../../domain/contract/flag.ts';
import { WEEKDAYS, type Weekday, weekdayName, weekdayShort } from '../../../../domain/format/calendar.ts';
import { clockSpan, clockWords } from '../../../../domain/format/clock.ts';
import { wallClock } from '../../../../domain/format/date.ts';
import { useTranslation } from '../../../i18n.ts';
import { weekOrder } from '../when-words.ts';
import { type Block, dayMinutes, inLegend, toBlocks } from './blocks.ts';

const axis = [0, 3, 6, 9, 12, 15, 18, 21] as const;
const minuteMs = 60_000;
/** So many looks there are; a further shift begins again with the first. */
const looks = 4;
const share = (minutes: number) => `${((minutes / dayMinutes) * 100).toFixed(3)}%`;

/** The clock of a zone, to the minute. */
function useClock(zone: string): { day: Weekday; minutes: number } {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs / 2);
    return () => clearInterval(timer);
  }, []);
  const { weekday, hours, minutes } = wallClock(now, zone);
  return { day: WEEKDAYS[weekday] ?? 'MONDAY', minutes: hours * 60 + minutes };
}

/** How each shift is drawn, by its place in the legend. */
export const getLooks = (shifts: readonly ShiftRow[]): ReadonlyMap<string, number> =>
  new Map(inLegend(shifts).map(({ id }, at) => [id, at % looks]));

/** A shift's name with its size. */
export const shiftName = ({ name, size }: ShiftRow): string => [name, size].filter(Boolean).join(', ');

type Props = { shifts: readonly ShiftRow[]; zone: string; onOpen: (shift: ShiftRow) => void };

/** The hours of a block: "7h às 20h". A night's block names the times of its shift. */
function useSpan(): (shift: ShiftRow) => string {
  const { t, language } = useTranslation();
  return ({ starts, ends }) => t('actions.span', { from: clockWords(language, starts), until: clockWords(language, ends) });
}

function Bar({ block, look, day, onOpen }: { block: Block; look: number; day: Weekday; onOpen: (shift: ShiftRow) => void }) {
  const { t, language } = useTranslation();
  const span = useSpan();
  const { shift, start, end, lane } = block;
  const words = t('actions.shift.block', { name: shiftName(shift), day: weekdayName(language, day), span: span(shift) });
  return (
    <button
      type="button"
      className="shift-bar"
      data-look={look}
      data-unused={!isOn(shift.useSchedule) || undefined}
      style={{ left: share(start), width: share(end - start), top: lane * 34 }}
      aria-label={isOn(shift.useSchedule) ? words : `${words}, ${t('actions.shift.unused')}`}
      data-tip={words}
      onClick={() => onOpen(shift)}
    >
      <span>{clockSpan(language, shift.starts, shift.ends)}</span>
    </button>
  );
}

/** Days and hours of a week; every block is a button that opens its shift (picture 10). */
export function WeekGrid({ shifts, zone, onOpen }: Props) {
  const { t, language } = useTranslation();
  const clock = useClock(zone);
  const look = getLooks(shifts);
  return (
    <div className="shift-week">
      <div className="shift-axis tiny muted num" aria-hidden="true">
        {axis.map((hour) => (
          <span key={hour} style={{ left: share(hour * 60) }}>
            {clockWords(language, `${hour}:00`)}
          </span>
        ))}
      </div>
      <ul className="plain-list">
        {weekOrder.map((day) => {
          const blocks = toBlocks(shifts, day);
          const lanes = Math.max(1, ...blocks.map(({ lane }) => lane + 1));
          const isToday = day === clock.day;
          return (
            <li key={day} data-today={isToday || undefined}>
              <span className="shift-day small">
                <span aria-hidden="true">{weekdayShort(language, day)}</span>
                <span className="visually-hidden">
                  {weekdayName(language, day)}
                  {isToday && `, ${t('actions.shift.today')}`}
                </span>
              </span>
              <div className="shift-track" style={{ height: lanes * 34 - 2 }}>
                {axis.slice(1).map((hour) => (
                  <i key={hour} className="shift-hour" style={{ left: share(hour * 60) }} aria-hidden="true" />
                ))}
                {blocks.length === 0 && <span className="visually-hidden">{t('actions.shift.freeDay')}</span>}
                {blocks.map((block) => (
                  <Bar
                    key={`${block.shift.id} ${block.start}`}
                    block={block}
                    look={look.get(block.shift.id) ?? 0}
                    day={day}
                    onOpen={onOpen}
                  />
                ))}
                {isToday && (
                  <i className="shift-now" style={{ left: share(clock.minutes) }} data-tip={t('actions.shift.now')} aria-hidden="true" />
                )}
              </div>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The same week on a phone: a list of days, each with its shifts. */
export function DayList({ shifts, zone, onOpen }: Props) {
  const { t, language } = useTranslation();
  const clock = useClock(zone);
  const look = getLooks(shifts);
  const span = useSpan();
  return (
    <ul className="plain-list shift-days">
      {weekOrder.map((day) => {
        const blocks = toBlocks(shifts, day).filter(({ shift }) => shift.days.includes(day));
        const unique = [...new Map(blocks.map(({ shift }) => [shift.id, shift])).values()];
        return (
          <li key={day} data-today={day === clock.day || undefined}>
            <p className="small">
              <b>{weekdayName(language, day)}</b> {day === clock.day && <span className="muted">{t('actions.shift.today')}</span>}
            </p>
            {unique.length === 0 && <p className="small muted">{t('actions.shift.freeDay')}</p>}
            {unique.map((shift) => (
              <button key={shift.id} type="button" className="shift-line" onClick={() => onOpen(shift)}>
                <i className="shift-swatch" data-look={look.get(shift.id) ?? 0} aria-hidden="true" />
                <span className="num">{span(shift)}</span>
                <span className="muted">
                  {shiftName(shift)}
                  {!isOn(shift.useSchedule) && `, ${t('actions.shift.unused')}`}
                </span>
              </button>
            ))}
          </li>
        );
      })}
    </ul>
  );
}
