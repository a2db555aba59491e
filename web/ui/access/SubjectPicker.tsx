import { MultiSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnIdentity } from '../../../domain/report-access/grant-rule.ts';
import { maxSubjects } from '../../../domain/report-access/limits.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { useTakeOnly } from '../use-take-only.ts';
import './access.css';

const settleMs = 200;
const aboveDrawer = 320;

/** A recipient of access: a user, a user group, or everyone with `id` null; `own` is there where a search found a user. */
export type Subject = {
  kind: 'everyone' | 'user' | 'group';
  id: string | null;
  name: string | null;
  detail: string | null;
  own?: OwnIdentity | null;
};

const valueOfSubject = ({ kind, id }: Subject) => `${kind}:${id ?? ''}`;
const everyone: Subject = { kind: 'everyone', id: null, name: null, detail: null };

/** A subject in words: the name of a user or a group, or "everyone". */
export const subjectName = (subject: Pick<Subject, 'kind' | 'name'>, t: Translate): string =>
  subject.kind === 'everyone' ? t('access.everyone') : (subject.name ?? '');

/** A subject's second line: a user's e-mail, the size of a group. */
export function subjectDetail({ kind, detail }: Pick<Subject, 'kind' | 'detail'>, t: Translate): string {
  if (kind === 'everyone') return t('access.everyoneHelp');
  return kind === 'group' ? t('access.groupOf', { count: Number(detail ?? 0) }) : (detail ?? '');
}

export type SubjectSearch = (beginning: string, signal: AbortSignal) => Promise<readonly Subject[]>;
type Props = {
  find: SubjectSearch;
  value: readonly Subject[];
  onChange: (subjects: Subject[]) => void;
  label: string;
  error?: string | undefined;
  /** Whether everyone in the tenant can be chosen too. */
  withEveryone?: boolean;
  most?: number;
};

/** Chooses users and user groups by the beginning of a name or e-mail; the server searches, chosen ones become chips. */
export function SubjectPicker({ find, value, onChange, label, error, withEveryone = false, most = maxSubjects }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const [dropped, setDropped] = useState(false);
  const [wanted] = useDebouncedValue(search.trim(), settleMs);
  // No suspense: suggestions for what is typed; the field itself says that they load.
  const found = useQuery({
    queryKey: ['grant-subjects', wanted],
    queryFn: ({ signal }) => find(wanted, signal),
    enabled: opened,
    placeholderData: (before) => before,
  });
  // The answer to an earlier search says nothing of this one.
  const answered = found.data !== undefined && !found.isPlaceholderData;
  const offered: readonly Subject[] = [...(withEveryone && wanted === '' ? [everyone] : []), ...(found.data ?? [])];
  const known = new Map([...value, ...offered].map((subject) => [valueOfSubject(subject), subject]));
  const onEnter = useTakeOnly({
    typed: search,
    ready: search.trim() === wanted && answered,
    suggestions: offered.filter((each) => !value.some((one) => valueOfSubject(one) === valueOfSubject(each))),
    take: (only) => {
      onChange([...value, only]);
      setSearch('');
      setDropped(false);
    },
  });
  return (
    <MultiSelect
      data-autofocus
      label={label}
      placeholder={value.length === 0 ? t('access.subject.placeholder') : undefined}
      data={[...known].map(([key, subject]) => ({ value: key, label: subjectName(subject, t) }))}
      value={value.map(valueOfSubject)}
      onChange={(keys) => {
        onChange(keys.flatMap((key) => known.get(key) ?? []));
        setSearch('');
        setDropped(false);
      }}
      // Closed after a choice, because the list would cover the next button.
      dropdownOpened={dropped}
      error={error}
      searchable
      // The drawer opens with this field focused, and an open list would cover the form.
      openOnFocus={false}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => {
        setOpened(true);
        setDropped(true);
      }}
      onDropdownClose={() => setDropped(false)}
      onKeyDown={onEnter}
      // The server has filtered already; chosen subjects are left out.
      filter={({ options }) =>
        options.filter((option) => 'value' in option && offered.some((each) => valueOfSubject(each) === option.value))
      }
      renderOption={({ option }) => {
        const subject = known.get(option.value) ?? everyone;
        return (
          <span className="access-subject">
            <span>{subjectName(subject, t)}</span>
            <span className="muted tiny">{subjectDetail(subject, t)}</span>
          </span>
        );
      }}
      hidePickedOptions
      maxValues={most}
      clearable
      clearButtonProps={{ 'aria-label': t('access.subject.clear') }}
      nothingFoundMessage={found.error ? t('access.subject.failed') : answered ? t('access.subject.noneActive') : t('ui.loading')}
      comboboxProps={{ zIndex: aboveDrawer }}
      withScrollArea={false}
      classNames={{ options: 'access-options' }}
    />
  );
}
