import { useState } from 'react';

type Target = { id: string | null };

/** The drawer of the address, kept while it closes; every opening is a new instance. */
export function useTarget(target: Target | null): { shown: (Target & { opening: number }) | null; opened: boolean } {
  const [shown, setShown] = useState<(Target & { opening: number }) | null>(null);
  const [opened, setOpened] = useState(false);
  if (target && (!opened || shown?.id !== target.id)) {
    setShown({ ...target, opening: (shown?.opening ?? 0) + 1 });
    setOpened(true);
  }
  if (!target && opened) setOpened(false);
  return { shown, opened };
}
