import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useDiscard } from '../../ui/FormDrawer.tsx';
import { pick } from '../routes/route-guard.ts';

/** The search parameters that open a drawer. */
const opens = ['id', 'new', 'grant', 'window', 'shift', 'rules'];

/** Makes Back and page links close a drawer like its close button: with confirmation. Use `leave` once the user has confirmed or saved. */
export function useDrawerGuard(opened: boolean, dirty: boolean): { leave: (close: () => void) => void } {
  const discard = useDiscard(dirty);
  const leaving = useRef(false);
  useBlocker({
    disabled: !dirty || !opened,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      const place = ({ pathname, search }: typeof next) => JSON.stringify([pathname, ...opens.map((name) => pick(search, name))]);
      if (leaving.current || place(current) === place(next)) return false;
      const agreed = await discard();
      leaving.current = agreed;
      return !agreed;
    },
  });
  // A reopened drawer is guarded again.
  useEffect(() => {
    if (opened) leaving.current = false;
  }, [opened]);
  return {
    leave: (close) => {
      leaving.current = true;
      close();
    },
  };
}
