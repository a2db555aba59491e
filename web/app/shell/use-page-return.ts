import { useEffect, useRef } from 'react';

/** Calls back when *Back* restores this page from the browser's cache, still in its busy state of leaving. */
export function usePageReturn(onReturn: () => void): void {
  const latest = useRef(onReturn);
  latest.current = onReturn;
  useEffect(() => {
    const back = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current();
    };
    addEventListener('pageshow', back);
    return () => removeEventListener('pageshow', back);
  }, []);
}
