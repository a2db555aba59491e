import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconDeviceMobileRotated } from '../../../ui/icons.ts';

/** Shown on a phone in portrait orientation, above a landscape report. */
export function TurnHint({ onTurn }: { onTurn: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="viewer-turn" role="status">
      <span>{t('views.turnHint')}</span>
      <Button size="s" icon={IconDeviceMobileRotated} onClick={onTurn}>
        {t('views.turn')}
      </Button>
    </div>
  );
}
