import { useBlocker } from '@tanstack/react-router';
import { useDiscard } from '../../ui/FormDrawer.tsx';
import { useLeaveGuard } from '../../ui/use-leave-guard.ts';

/** One value of an address, on any page. */
export const pick = (search: unknown, name: string): unknown =>
  search && typeof search === 'object' ? Object.entries(search).find(([key]) => key === name)?.[1] : undefined;

/**
 * Confirms before unsaved input is lost to another page, or to another record of the same page (`names` are the search parameters that
 * identify the record; all of them when omitted). Closing the window asks as well.
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
