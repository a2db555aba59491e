import { useEffect, useRef } from 'react';
import { session } from '../../app/session.ts';

/** Does something once when an instant has come by the server's clock. */
export function useAtEnd(until: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  // Time is outside of React.
  useEffect(() => {
    const left = Date.parse(until) - session.serverNow();
    if (left < 0) return;
    const timer = setTimeout(() => latest.current(), left + 1000);
    return () => clearTimeout(timer);
  }, [until]);
}
