import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { WEEKDAYS, weekdayShort } from '../../../domain/format/calendar.ts';
import { formatDateTime, formatTime, wallClock } from '../../../domain/format/date.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { nextRunsQuery } from './queries.ts';
import { sentTrigger, triggerProblem } from './trigger-draft.ts';
import type { TaskDraft } from './use-task-form.ts';
import { zoneCity, zoneTime } from './zone-city.ts';

const settleMs = 350;
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The next five runs of what is typed, on the task's clock, and on the reader's where that is another (BEHAVIOUR 1). */
export function NextRuns({ draft }: { draft: TaskDraft }) {
  const { t, language } = useTranslation();
  const unitZone = useZone();
  const isComplete = draft.triggers.every((trigger) => triggerProblem(trigger) === null);
  const [asked] = useDebouncedValue(
    JSON.stringify({ startsAt: draft.startsAt, endsAt: draft.endsAt, zone: draft.zone, triggers: draft.triggers.map(sentTrigger) }),
    settleMs,
  );
  // No suspense: a preview beside the fields, which don't wait for it.
  const { data, error } = useQuery({ ...nextRunsQuery(JSON.parse(asked)), enabled: isComplete });
  const zone = data?.zone ?? unitZone;
  const mine = ownZone();
  // Two names of one clock aren't two clocks.
  const isOther = (at: Date) => formatDateTime(language, at, zone) !== formatDateTime(language, at, mine);
  const runs = (data?.runs ?? []).map((at) => new Date(at));
  const hasOther = runs.some(isOther);
  const weekday = (at: Date, inZone: string) => weekdayShort(language, WEEKDAYS[wallClock(at, inZone).weekday] ?? 'MONDAY');
  const ofOther = (at: Date) => {
    const sameDay = wallClock(at, zone).day === wallClock(at, mine).day;
    return sameDay ? formatTime(language, at, mine) : `${weekday(at, mine)} ${formatTime(language, at, mine)}`;
  };
  return (
    <section className="actions-next" aria-label={t('actions.next.title')} aria-live="polite">
      <p className="small">
        <b>{t('actions.next.title')}</b> <span className="muted">{zoneTime(zone, t, language)}</span>
      </p>
      {!isComplete && <p className="small muted">{t('actions.next.incomplete')}</p>}
      {isComplete && error && <p className="small actions-wrong">{errorText(error)}</p>}
      {isComplete && !error && data && runs.length === 0 && <p className="small actions-wrong">{t('actions.next.none')}</p>}
      {isComplete && !error && runs.length > 0 && (
        <ol className="plain-list small num">
          {runs.map((at) => (
            <li key={at.toISOString()}>
              <span>
                {weekday(at, zone)} {formatDateTime(language, at, zone)}
              </span>
              {hasOther && <span className="muted">{t('actions.next.yours', { time: ofOther(at), zone: zoneCity(mine, language) })}</span>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
