import { useClickOutside, useFocusTrap, useMergedRef } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n.ts';
import { AccountPanel } from './AccountPanel.tsx';

/** The panel beside the foot of the menu. Its place is always the same, so nothing has to be measured. */
export function AccountPopover({ button, onClose }: { button: HTMLElement | null; onClose: () => void }) {
  const { t } = useTranslation();
  const trap = useFocusTrap(true);
  const [panel, setPanel] = useState<HTMLDivElement | null>(null);
  // Given elements take the place of the ref, so the panel itself must be among them: a press inside it is not one outside.
  useClickOutside(onClose, ['pointerdown'], [button, panel]);
  const ref = useMergedRef(trap, setPanel);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      onClose();
      button?.focus();
    };
    const onPress = ({ target }: PointerEvent) => {
      if (target instanceof Node && !box.current?.contains(target) && !button?.contains(target)) onClose();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPress, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPress, true);
    };
  }, [button, onClose]);
  return (
    <div ref={ref} role="dialog" aria-label={t('shell.account')} className="account-popover">
      <AccountPanel onDone={onClose} />
    </div>
  );
}
