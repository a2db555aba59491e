import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

export type Address = Readonly<Record<string, string | undefined>>;
export type ChangeAddress = (change: Record<string, string | number | undefined>, options?: { replace?: boolean }) => void;

/** The search parameters of the address as text, and a way to change some of them; what becomes undefined goes away. */
export function useAddress(): [Address, ChangeAddress] {
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const address = Object.fromEntries(
    Object.entries(search).map(([name, value]) => [name, value === undefined || value === null ? undefined : String(value)]),
  );
  const change = useCallback<ChangeAddress>(
    (changes, options) =>
      void navigate({
        to: '.',
        search: ((before: Record<string, unknown>) => ({ ...before, ...changes })) as never, // because the route tree is built from a table and has no static types
        replace: options?.replace ?? false,
        resetScroll: false,
      }),
    [navigate],
  );
  return [address, change];
}
