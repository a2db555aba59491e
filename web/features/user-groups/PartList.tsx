import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { QueryKey } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ReadOptions, useRead } from '../../app/data/use-read.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { useTranslation } from '../../i18n.ts';
import { IconSearch } from '../../ui/icons.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';

type Part = { items: unknown[]; pages: number; total: number };
type Props<Answer extends Part, Key extends QueryKey> = {
  label: string;
  toQuery: (part: { page: number; search: string }) => ReadOptions<Answer, Key>;
  empty: string;
  /** Above the list, with what was read for which search. */
  above?: (answer: Answer, search: string) => ReactNode;
  children: (item: Answer['items'][number]) => ReactNode;
};
const size = 25;
const settleMs = 200;

/** The list in a tab of the drawer: search, states and pages. */
export function PartList<Answer extends Part, Key extends QueryKey>(props: Props<Answer, Key>) {
  return (
    <Reading>
      <Rows {...props} />
    </Reading>
  );
}

function Rows<Answer extends Part, Key extends QueryKey>({ label, toQuery, empty, above, children }: Props<Answer, Key>) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [page, setPage] = useState(1);
  const [search] = useDebouncedValue(typed.trim(), settleMs);
  const { data } = useRead(toQuery({ page, search }));
  return (
    <>
      {above?.(data, search)}
      <section aria-label={label}>
        {(data.total > size || typed !== '') && (
          <TextInput
            type="search"
            aria-label={t('userGroups.part.search')}
            placeholder={t('userGroups.part.search')}
            leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setPage(1);
            }}
          />
        )}
        {data.items.length === 0 && <p className="muted">{search ? t('userGroups.part.none') : empty}</p>}
        <ul className="plain-list user-group-rows">{data.items.map(children)}</ul>
        <Pagination paging={{ page, pages: data.pages, size, total: data.total, onPage: setPage }} shown={data.items.length} />
      </section>
    </>
  );
}
