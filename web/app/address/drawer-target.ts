import { useState } from 'react';

/** Null adds a record, or with `from` a copy of that one. */
export type DrawerTarget = { id: string | null; from: string | null };
type Values = Readonly<Record<string, string | undefined>>;

const toDrawerTarget = ({ id, new: adding, from }: Values): DrawerTarget | null =>
  adding === '1' ? { id: null, from: from ?? null } : id ? { id, from: null } : null;

/** The drawer of the address (`?new=1`, with `&from=` as a copy, or `?id=`), kept while it closes; every opening is a new instance. */
export function useDrawerTarget(values: Values): { shown: (DrawerTarget & { opening: number }) | null; opened: boolean } {
  const target = toDrawerTarget(values);
  const [shown, setShown] = useState<(DrawerTarget & { opening: number }) | null>(null);
  const [opened, setOpened] = useState(false);
  if (target && (!opened || shown?.id !== target.id || shown.from !== target.from)) {
    setShown({ ...target, opening: (shown?.opening ?? 0) + 1 });
    setOpened(true);
  }
  if (!target && opened) setOpened(false);
  return { shown, opened };
}
