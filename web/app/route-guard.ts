import { useBlocker } from '@tanstack/react-router';
import { useDiscard } from '../ui/FormDrawer.tsx';
import { useLeaveGuard } from '../ui/use-leave-guard.ts';

/** One value of an address, whatever its page. */
export const pick = (search: unknown, name: string): unknown =>
  search && typeof search === 'object' ? Object.entries(search).find(([key]) => key === name)?.[1] : undefined;

/**
 * For another page, or another thing of the same page (`names` say which of the address tell, all where none are given), what was typed
 * is left only after asking; as for closing the window.
 */
export function useRouteGuard(dirty: boolean, names?: readonly string[]): void {
  const discard = useDiscard(dirty);
  useLeaveGuard(dirty);
  useBlocker({
    disabled: !dirty,
    enableBeforeUnload: false,
    shouldBlockFn: async ({ current, next }) => {
      const place = ({ pathname, search }: typeof next) => JSON.stringify([pathname, names?.map((name) => pick(search, name)) ?? search]);
      return place(current) === place(next) ? false : !(await discard());
    },
  });
}
