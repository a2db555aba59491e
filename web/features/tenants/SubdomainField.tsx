import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { normalSubdomain, subdomainProblem } from '../../../domain/tenants/subdomain.ts';
import { useTranslation } from '../../i18n.ts';
import { IconAlertTriangle, IconCircleCheck } from '../../ui/icons.ts';
import { subdomainQuery } from './queries.ts';

type Props = { value: string; onChange: (text: string) => void; productHost: string; own?: string; error?: string | undefined };
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
const pauseMs = 350;

/** Whether the name is available, checked while typing. */
export function useSubdomainState(value: string, own?: string) {
  const name = normalSubdomain(value);
  const [asked] = useDebouncedValue(name, pauseMs);
  const problem = name === '' ? null : subdomainProblem(name);
  const wanted = name !== '' && name !== own && problem === null;
  // No suspense: the field itself says that its name is being checked.
  const { data } = useQuery({ ...subdomainQuery(asked), enabled: wanted && asked === name });
  if (name === '' || name === own) return 'none' as const;
  if (problem) return problem === 'reserved' ? ('reserved' as const) : ('invalid' as const);
  return asked === name && data ? data.outcome : ('asking' as const);
}

/** The name under the product's domain, with the resulting address and its availability, checked while typing. */
export function SubdomainField({ value, onChange, productHost, own, error }: Props) {
  const { t } = useTranslation();
  const state = useSubdomainState(value, own);
  const wrong = state === 'taken' || state === 'reserved' || state === 'invalid';
  const said = error ?? (wrong ? t(`tenants.subdomain.${state}`) : undefined);
  return (
    <div>
      <TextInput
        label={t('tenants.field.subdomain')}
        description={t('tenants.help.subdomain')}
        inputWrapperOrder={order}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.toLowerCase())}
        error={said}
        rightSection={<span className="subdomain-host muted">.{productHost}</span>}
        rightSectionWidth={`${productHost.length + 3}ch`}
        rightSectionPointerEvents="none"
        maxLength={63}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <p className="small subdomain-state" role="status">
        {state === 'free' && !error && (
          <span className="host-serving">
            <IconCircleCheck size={15} stroke={1.9} aria-hidden="true" /> {t('tenants.subdomain.free')}
          </span>
        )}
        {state === 'asking' && <span className="muted">{t('tenants.subdomain.asking')}</span>}
        {own && normalSubdomain(value) !== own && state === 'free' && (
          <span className="host-waiting">
            <IconAlertTriangle size={15} stroke={1.9} aria-hidden="true" />{' '}
            {t('tenants.subdomain.rename', { host: `${own}.${productHost}` })}
          </span>
        )}
      </p>
    </div>
  );
}
