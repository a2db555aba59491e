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
  const { query, none, entry, frame = (_, entries) => entries } = props;
  const { language } = useTranslation();
  const zone = useZone();
  const { data, dataUpdatedAt } = useRead(query);
  const now = new Date(dataUpdatedAt);
  const items = data.items.map((item: Answer['items'][number]) => {
    const at = new Date(item.at);
    return {
      id: item.id,
      at: item.at,
      when: formatWhen(language, at, now, zone),
      exact: formatDateTime(language, at, zone),
      ...entry(item),
    };
  });
  return frame(data, <HistoryList none={none} items={items} />);
}
