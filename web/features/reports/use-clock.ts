import { useEffect, useMemo, useState } from 'react';
import { useZone } from '../../app/data/use-zone.ts';
import { useTranslation } from '../../i18n.ts';
import type { Clock } from './data-words.ts';

const minute = 60_000;

/** The language, the tenant's time zone and a `now` that advances once a minute. */
export function useClock(): Clock {
  const { language } = useTranslation();
  const zone = useZone();
  const [now, setNow] = useState(() => new Date());
  // Time is external to React.
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => ({ language, zone, now }), [language, zone, now]);
}
