import { useState } from 'react';

type Target = { id: string | null };
type Shown = Target & { opening: number };

/** The drawer of the address (`?new=1`, `?id=`), kept while it closes; every opening is a new instance. */
export function useDrawerTarget(values: Readonly<Record<string, string | undefined>>): { shown: Shown | null; opened: boolean } {
  const target: Target | null = values.new === '1' ? { id: null } : values.id ? { id: values.id } : null;
  const [shown, setShown] = useState<Shown | null>(null);
  const [opened, setOpened] = useState(false);
  if (target && (!opened || shown?.id !== target.id)) {
    setShown({ ...target, opening: (shown?.opening ?? 0) + 1 });
    setOpened(true);
  }
  if (!target && opened) setOpened(false);
  return { shown, opened };
}
