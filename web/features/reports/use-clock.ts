import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../app/i18n.ts';
import { useConfig } from '../../app/use-config.ts';
import type { Clock } from './data-words.ts';

const minute = 60_000;

/** The language, the tenant's zone and a now that moves on once a minute. */
export function useClock(): Clock {
  const { language } = useTranslation();
  const { timezone } = useConfig();
  const [now, setNow] = useState(() => new Date());
  // The passing of time is outside of React.
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute);
    return () => clearInterval(timer);
  }, []);
  // The browser's own zone counts only until the tenant's is known.
  const zone = timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;
  return useMemo(() => ({ language, zone, now }), [language, zone, now]);
}
