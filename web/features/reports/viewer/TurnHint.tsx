import { useTranslation } from '../../../i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconDeviceMobileRotated } from '../../../ui/icons.ts';

/** On an upright phone, above a report that was made to be seen lying down. */
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
