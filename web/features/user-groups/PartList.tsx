import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../../app/data/api-error.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { IconSearch } from '../../ui/icons.ts';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { Pagination } from '../../ui/table/Pagination.tsx';

type Answer<Item> = { items: Item[]; pages: number; total: number };
type Props<Item> = {
  label: string;
  search: string;
  onSearch: (search: string) => void;
  page: number;
  onPage: (page: number) => void;
  answer: Answer<Item> | undefined;
  error: unknown;
  onRetry: () => void;
  empty: string;
  children: (item: Item) => ReactNode;
};
const size = 25;

/** The list in a tab of the drawer: search, states and pages. */
export function PartList<Item>({ label, search, onSearch, page, onPage, answer, error, onRetry, empty, children }: Props<Item>) {
  const { t } = useTranslation();
  if (error && !answer)
    return <ErrorState text={errorText(error)} requestId={error instanceof ApiError ? error.requestId : null} onRetry={onRetry} />;
  if (!answer) return <ListSkeleton count={4} onRetry={onRetry} />;
  return (
    <section aria-label={label}>
      {(answer.total > size || search !== '') && (
        <TextInput
          type="search"
          aria-label={t('userGroups.part.search')}
          placeholder={t('userGroups.part.search')}
          leftSection={<IconSearch size={16} stroke={1.8} aria-hidden="true" />}
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
        />
      )}
      {answer.items.length === 0 && <p className="muted">{search ? t('userGroups.part.none') : empty}</p>}
      <ul className="plain-list user-group-rows">{answer.items.map(children)}</ul>
      <Pagination paging={{ page, pages: answer.pages, size, total: answer.total, onPage }} shown={answer.items.length} />
    </section>
  );
}
