import { useEffect, useRef } from 'react';
import { session } from '../../app/session/session.ts';

/** Runs an action once at an instant of the server's clock. */
export function useAtEnd(until: string, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  // Time is external to React.
  useEffect(() => {
    const left = Date.parse(until) - session.serverNow();
    if (left < 0) return;
    const timer = setTimeout(() => latest.current(), left + 1000);
    return () => clearTimeout(timer);
  }, [until]);
}
