import { useTranslation } from '../../i18n.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/** Leads to the form of a new account, where nothing can be done without one. */
export function RegisterAccount() {
  const { t } = useTranslation();
  return (
    <ButtonLink kind="primary" href="/powerbi?new=1">
      {t('service.account.add')}
    </ButtonLink>
  );
}
