import { useClickOutside, useFocusTrap, useMergedRef } from '@mantine/hooks';
import { useEffect } from 'react';
import { useTranslation } from '../i18n.ts';
import { AccountPanel } from './AccountPanel.tsx';

/** The panel beside the foot of the menu. Its place is always the same, so nothing has to be measured. */
export function AccountPopover({ button, onClose }: { button: HTMLElement | null; onClose: () => void }) {
  const { t } = useTranslation();
  const trap = useFocusTrap(true);
  const outside = useClickOutside<HTMLDivElement>(onClose, ['pointerdown'], [button]);
  const ref = useMergedRef(trap, outside);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
      button?.focus();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, [button, onClose]);
  return (
    <div ref={ref} role="dialog" aria-label={t('shell.account')} className="account-popover">
      <AccountPanel onDone={onClose} />
    </div>
  );
}
