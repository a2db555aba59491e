import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../domain/format/date.ts';
import { formatWhen } from '../../../domain/format/relative.ts';
import { useTranslation } from '../../i18n.ts';
import { HistoryList } from '../../ui/HistoryList.tsx';
import { type ReadOptions, useRead } from '../data/use-read.ts';
import { useZone } from '../data/use-zone.ts';
import { Reading } from './Reading.tsx';

type Told = { items: { id: string; at: string }[] };
type Props<Answer extends Told, Key extends QueryKey> = {
  query: ReadOptions<Answer, Key>;
  /** Shown where there are no entries. */
  none: string;
  /** Shows the time itself, not how long ago. */
  exact?: boolean;
  /** What happened, and the details below it. */
  entry: (item: Answer['items'][number]) => { title: string; lines: readonly string[] };
  /** Filters and tools above the entries, pages below them. */
  frame?: (answer: Answer, entries: ReactNode) => ReactNode;
};

/** A history tab: who did what and when, the latest first. */
export function History<Answer extends Told, Key extends QueryKey>(props: Props<Answer, Key>) {
  return (
    <Reading>
      <Entries {...props} />
    </Reading>
  );
}

function Entries<Answer extends Told, Key extends QueryKey>(props: Props<Answer, Key>) {
  const { query, none, exact = false, entry, frame = (_, entries) => entries } = props;
  const { language } = useTranslation();
  const zone = useZone();
  const { data, dataUpdatedAt } = useRead(query);
  const now = new Date(dataUpdatedAt);
  const items = data.items.map((item: Answer['items'][number]) => {
    const at = new Date(item.at);
    const time = formatDateTime(language, at, zone);
    return {
      id: item.id,
      at: item.at,
      when: exact ? time : formatWhen(language, at, now, zone),
      exact: time,
      ...entry(item),
    };
  });
  return frame(data, <HistoryList none={none} items={items} />);
}
