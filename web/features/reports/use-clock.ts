import { useEffect, useMemo, useState } from 'react';
import { useZone } from '../../app/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import type { Clock } from './data-words.ts';

const minute = 60_000;

/** The language, the tenant's zone and a now that moves on once a minute. */
export function useClock(): Clock {
  const { language } = useTranslation();
  const zone = useZone();
  const [now, setNow] = useState(() => new Date());
  // The passing of time is outside of React.
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => ({ language, zone, now }), [language, zone, now]);
}
