import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from '../../app/i18n.ts';
import { store } from '../../app/storage.ts';
import type { Clock } from './data-words.ts';

const minute = 60_000;

/** The zone that all times are shown in: the tenant's, and the browser's only while nobody has said. */
const portalZone = (): string => store.config()?.timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The language, the tenant's zone and a now that moves on once a minute. */
export function useClock(): Clock {
  const { language } = useTranslation();
  const [now, setNow] = useState(() => new Date());
  // The passing of time is outside of React.
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minute);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => ({ language, zone: portalZone(), now }), [language, now]);
}
