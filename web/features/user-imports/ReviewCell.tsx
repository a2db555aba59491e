import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { longestCell } from '../../../domain/user-imports/limits.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useTranslation } from '../../i18n.ts';
import { IconPencil } from '../../ui/icons.ts';
import { importKeys } from './loader.ts';
import type { RowsAnswer, ShownRow, UserImport } from './queries.ts';
import { fieldName, problemText } from './words.ts';

type Props = { whole: UserImport; row: ShownRow; field: string; editable: boolean };
/** Unique fields: fixing one row may resolve a conflict in another. */
const shared = ['email', 'phone'];

/** One editable cell: Enter or blur saves, Escape cancels. Its own error is shown with it. */
export function ReviewCell({ whole, row, field, editable }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [typed, setTyped] = useState<string | null>(null);
  const { save, busy } = useSave({ refusal: 'toast' });
  const button = useRef<HTMLButtonElement>(null);
  const value = row.values[field] ?? '';
  const problem = row.problems.find((each) => each.field === field);
  const note = row.notes.find((each) => each.field === field);
  const tone = problem ? 'err' : note ? 'warn' : undefined;
  const said = problem ?? note;
  const text = said ? problemText(t, said, whole.custom) : '';
  const name = fieldName(t, field, whole.custom);
  if (!editable) {
    return (
      <span className="import-cell" data-tone={tone}>
        {value}
      </span>
    );
  }
  const close = () => {
    setTyped(null);
    // Once the input has been removed.
    requestAnimationFrame(() => button.current?.focus());
  };
  const keep = async (back: boolean) => {
    if (typed === null || busy) return;
    if (typed.trim() === value) return back ? close() : setTyped(null);
    await save(async () => {
      const { row: fresh, counts } = await call('PUT /api/auth/user-imports/{id}/rows/{n}', {
        id: whole.id,
        n: row.n,
        values: { [field]: typed },
      });
      // The edited row keeps its place even when it no longer matches the error filter, because the user is still working on it.
      client.setQueriesData<RowsAnswer>(
        { queryKey: importKeys.rows(whole.id) },
        (known) => known && { ...known, items: known.items.map((each) => (each.n === fresh.n ? fresh : each)) },
      );
      client.setQueryData<UserImport>(importKeys.one(whole.id), (known) => known && { ...known, counts });
      void client.invalidateQueries({ queryKey: importKeys.one(whole.id) });
      if (shared.includes(field))
        void client.invalidateQueries({ queryKey: importKeys.rows(whole.id), predicate: ({ queryKey }) => isOfAll(queryKey) });
      if (back) close();
      else setTyped(null);
    });
  };
  if (typed !== null) {
    return (
      <input
        className="import-input"
        data-tone={tone}
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed the cell to edit it.
        autoFocus
        aria-label={t('userImport.cell', { field: name, n: row.n })}
        aria-invalid={problem ? true : undefined}
        value={typed}
        maxLength={longestCell}
        readOnly={busy}
        autoComplete="off"
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => void keep(false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter') void keep(true);
          if (event.key === 'Escape') close();
        }}
      />
    );
  }
  return (
    <button
      ref={button}
      type="button"
      className="import-cell"
      data-tone={tone}
      data-tip={text || undefined}
      aria-label={`${t('userImport.editCell', { field: name, n: row.n, value: value || t('userImport.emptyCell') })}${text ? `. ${text}` : ''}`}
      onClick={() => setTyped(value)}
    >
      <span>{value}</span>
      <IconPencil size={15} stroke={1.8} aria-hidden="true" />
    </button>
  );
}

const isOfAll = (queryKey: readonly unknown[]): boolean => {
  const input = queryKey.at(-1);
  return typeof input === 'object' && input !== null && 'view' in input && input.view === 'all';
};
