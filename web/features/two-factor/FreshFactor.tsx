import { freshFactor } from '../../app/session/fresh-factor.ts';
import { useTranslation } from '../../i18n.ts';
import { ConfirmFactor } from './ConfirmFactor.tsx';

/** Asks for the second factor above the form that saves a key of the unit; cancelling leaves the form unchanged. */
export function FreshFactor() {
  const { t } = useTranslation();
  return (
    <ConfirmFactor
      top
      held
      text={t('factor.confirm.key')}
      onConfirmed={() => freshFactor.answer(true)}
      onClose={() => freshFactor.answer(false)}
    />
  );
}
