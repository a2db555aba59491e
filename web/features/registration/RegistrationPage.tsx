import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { useTranslation } from '../../i18n.ts';
import { RegistrationForm } from './RegistrationForm.tsx';

/** Partners register a complete business unit here, in one guided form (BEHAVIOUR 16). */
export function RegistrationPage() {
  const { t } = useTranslation();
  useBreadcrumb([
    { label: t('tenants.crumb') },
    { label: t('tenants.title'), href: '/companies' },
    { label: t('registration.title.unit') },
  ]);
  return <RegistrationForm kind="unit" listHref="/companies" onLeave={null} />;
}
