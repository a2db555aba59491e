import { useEffect, useState } from 'react';

/** Turns true only when `active` has lasted so long; false at once when it ends. Keeps short waits quiet. */
export function useDelayed(active: boolean, milliseconds: number): boolean {
  const [late, setLate] = useState(false);
  useEffect(() => {
    if (!active) return;
    const timer = setTimeout(() => setLate(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [active, milliseconds]);
  return active && late;
}
