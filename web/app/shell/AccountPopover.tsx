import { useFocusTrap } from '@mantine/hooks';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n.ts';
import { AccountPanel } from './AccountPanel.tsx';

/** The panel beside the foot of the menu. Its position is fixed, so it needs no measuring. */
export function AccountPopover({ button, onClose }: { button: HTMLElement | null; onClose: () => void }) {
  const { t } = useTranslation();
  const trap = useFocusTrap(true);
  const panel = useRef<HTMLDivElement>(null);
  // Esc and a press outside close it; a press inside or on its own button does not.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
      button?.focus();
    };
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !panel.current?.contains(target) && !button?.contains(target)) onClose();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPress, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPress, true);
    };
  }, [button, onClose]);
  return (
    <div ref={panel} className="account-popover">
      <div ref={trap} role="dialog" aria-label={t('shell.account')}>
        <AccountPanel onDone={onClose} />
      </div>
    </div>
  );
}
