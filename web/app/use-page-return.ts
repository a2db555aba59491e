import { useEffect, useRef } from 'react';

/** Calls back when *Back* shows this page again as it was left, still busy with its leaving. */
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
