import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { useListAddress } from '../../app/address/list-address.ts';
import { call } from '../../app/data/api.ts';
import { toastError } from '../../app/notices/notify.ts';
import type { ColumnChoice } from '../../ui/table/types.ts';
import { fromWire, sameColumns, sameWords, toWire } from './choice.ts';
import { type ListViewsAnswer, listViewsQuery } from './queries.ts';

type Address = Pick<ReturnType<typeof useListAddress>, 'values' | 'words' | 'inOtherWords' | 'change'>;
type Options = {
  /** The list's name, under which its views are stored. */
  list: string;
  address: Address;
  /** Columns hidden by default. */
  hidden?: readonly string[];
};
const settleMs = 600;

/** The columns this user last chose, stored with the user; saved after a pause. */
function usePersonalColumns(list: string, kept: ListViewsAnswer | undefined) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<{ list: string; columns: ColumnChoice | null } | null>(null);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void } | null>(null);
  // On unmount, saves a choice that is still pending.
  useEffect(
    () => () => {
      if (!waiting.current) return;
      clearTimeout(waiting.current.timer);
      waiting.current.save();
    },
    [],
  );
  const choose = (columns: ColumnChoice | null) => {
    setChosen({ list, columns });
    const wire = columns && toWire(columns);
    client.setQueryData(listViewsQuery(list).queryKey, (before) => before && { ...before, columns: wire });
    const save = () => {
      waiting.current = null;
      call('PUT /api/auth/list-views/columns', { list, columns: wire }).catch(toastError);
    };
    if (waiting.current) clearTimeout(waiting.current.timer);
    waiting.current = { timer: setTimeout(save, settleMs), save };
  };
  return [chosen?.list === list ? chosen.columns : fromWire(kept?.columns ?? null), choose] as const;
}

/**
 * The presentation of a list: its columns and saved views. A view in the address (`saved`) brings its own columns; changes to them
 * stay with the view until it is updated, and leave the user's own choice alone.
 */
export function useListViews({ list, address, hidden = [] }: Options) {
  // No suspense: the list loads beside its saved views, and is shown without them.
  const { data } = useQuery(listViewsQuery(list));
  const [personal, choosePersonal] = usePersonalColumns(list, data);
  const [adjusted, setAdjusted] = useState<{ id: string; columns: ColumnChoice | null } | null>(null);
  const views = data?.items ?? [];
  const current = views.find(({ id }) => id === address.values.saved) ?? null;
  const standard: ColumnChoice = { order: [], hidden: new Set(hidden) };
  const ofView = current ? fromWire(current.state.columns) : null;
  const choice = ofView ? ((adjusted?.id === current?.id ? adjusted?.columns : ofView) ?? standard) : (personal ?? standard);
  const choose = (columns: ColumnChoice | null) => (current && ofView ? setAdjusted({ id: current.id, columns }) : choosePersonal(columns));
  const changed = current !== null && (!sameWords(current.state.words, address.words) || (ofView !== null && !sameColumns(ofView, choice)));
  return {
    list,
    address,
    views,
    /** The saved view in the address, if it still exists. */
    current,
    /** The list differs from the open view. */
    changed,
    choice,
    choose,
    /** The current state of the list, to save. */
    state: { words: address.words, columns: toWire(choice) },
    forgetAdjusted: () => setAdjusted(null),
  };
}

export type ListViewsState = ReturnType<typeof useListViews>;
