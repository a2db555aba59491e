import { offsetMinutes, zoneNames } from '../../../domain/format/zones.ts';
import { store } from '../session/storage.ts';

const atOnce = 25;
const later = (work: () => void) => (typeof requestIdleCallback === 'function' ? requestIdleCallback(work) : setTimeout(work, atOnce));

/**
 * Spec 3: the cached configuration holds the time zones. The browser knows the same zones as the server, so they are computed here without
 * a call, in small batches while the browser is idle. A form that shows them asks the server.
 */
export function keepZones(): void {
  const names = zoneNames();
  const now = Date.now();
  const timezones: { id: string; offset: number }[] = [];
  const some = () => {
    const kept = store.config();
    // The session has ended, or a form has already loaded the zones.
    if (!kept || kept.timezones) return;
    for (const id of names.splice(0, atOnce)) timezones.push({ id, offset: offsetMinutes(id, now) });
    if (names.length > 0) later(some);
    else store.mergeConfig({ timezones });
  };
  later(some);
}
