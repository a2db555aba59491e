import { useSyncExternalStore } from 'react';
import { useTranslation } from '../../i18n.ts';
import { IconWifiOff } from '../../ui/icons.ts';

function subscribe(listener: () => void) {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Shown while there is no connection; the open page stays visible. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className="offline">
          <IconWifiOff size={17} stroke={1.9} aria-hidden="true" />
          {t('shell.offline')}
        </p>
      )}
    </div>
  );
}
