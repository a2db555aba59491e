import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatLongDay, formatTime } from '../../../domain/format/date.ts';
import { Button } from '../../ui/Button.tsx';
import { logText } from './log-text.ts';
import { logQuery } from './queries.ts';
import type { Capacity, LogEntry } from './types.ts';
import { useWords } from './use-start.ts';
import type { Words } from './why-text.ts';

const shownFirst = 7;
const dayMs = 24 * 60 * 60 * 1000;

type Day = { key: string; title: string | null; items: (LogEntry & { before: string | null })[] };

/** Entries, newest first, by day in the unit's zone. Today needs no heading of its own. */
function byDay(items: readonly (LogEntry & { before: string | null })[], { t, language, zone, now }: Words): Day[] {
  const days: Day[] = [];
  const [today, yesterday] = [formatDate(language, now, zone), formatDate(language, new Date(now.getTime() - dayMs), zone)];
  for (const item of items) {
    const at = new Date(item.at);
    const key = formatDate(language, at, zone);
    const last = days.at(-1);
    if (last?.key === key) last.items.push(item);
    else {
      const title = key === today ? null : key === yesterday ? t('capacity.log.yesterday') : formatLongDay(language, at, zone);
      days.push({ key, title, items: [item] });
    }
  }
  return days;
}

/** What the portal decided and why, newest first. */
export function DecisionLog({ capacity }: { capacity: Capacity }) {
  const words = useWords(capacity.zone);
  const { t, language } = words;
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = useSuspenseInfiniteQuery(logQuery(capacity.id));
  const [isAll, setIsAll] = useState(false);
  const all = data.pages.flatMap(({ items }) => items);
  const items = all.map((entry, index) => ({ ...entry, before: all[index + 1]?.size ?? null }));
  const days = byDay(isAll ? items : items.slice(0, shownFirst), words);
  const hasMore = items.length > shownFirst;
  return (
    <>
      <div className="capacity-log-head">
        <h2 id="capacity-log-title">{t('capacity.log.title')}</h2>
        {hasMore && (
          <Button kind="text" size="s" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
            {t(isAll ? 'capacity.log.less' : 'capacity.log.all')}
          </Button>
        )}
      </div>
      <p className="muted small">{t('capacity.log.text')}</p>
      {days.length === 0 && <p className="muted capacity-below">{t('capacity.log.empty')}</p>}
      {days.map((day) => (
        <div key={day.key} className="capacity-log-day">
          {day.title && <h3 className="tiny">{day.title}</h3>}
          <ol className="plain-list" aria-label={day.title ?? t('capacity.hours.today')}>
            {day.items.map((item) => {
              const { icon: Glyph, tone, title, cause } = logText(item, item.before, words);
              return (
                <li key={item.id} className="capacity-log-entry">
                  <time className="muted num" dateTime={item.at}>
                    {formatTime(language, new Date(item.at), capacity.zone)}
                  </time>
                  <span className={`capacity-glyph capacity-glyph-${tone}`} aria-hidden="true">
                    <Glyph size={15} stroke={2} />
                  </span>
                  <div>
                    <p className="capacity-log-title">{title}</p>
                    {cause && <p className="muted small">{cause}</p>}
                  </div>
                </li>
              );
            })}
          </ol>
        </div>
      ))}
      {isAll && hasNextPage && (
        <div className="capacity-below">
          <Button size="s" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('capacity.log.more')}
          </Button>
        </div>
      )}
    </>
  );
}
