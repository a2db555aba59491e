import { useEffect, useRef } from 'react';
import type { CallOutput } from '../../app/data/api.ts';
import { useTranslation } from '../../i18n.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { IconCircleCheck } from '../../ui/icons.ts';
import type { Kind, Registration } from './draft.ts';

type Props = {
  kind: Kind;
  made: CallOutput<'POST /api/auth/units'>;
  draft: Registration;
  listHref: string;
  onAnother: () => void;
};

/** Shown after creation: the new address and the next steps. */
export function Done({ kind, made, draft, listHref, onAnother }: Props) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone; focus belongs to the document.
  useEffect(() => heading.current?.focus(), []);
  const next = [
    t('registration.next.invitation', { name: draft.adminName, email: draft.adminEmail }),
    ...(kind === 'unit' && draft.trial ? [t('registration.next.trial', { count: draft.trialDays })] : []),
    ...(draft.ownDomain ? [t('registration.next.domain', { domain: draft.ownDomain })] : []),
    t(draft.lend === 'own' ? 'registration.next.publish' : 'registration.next.account'),
  ];
  return (
    <div className="page registration">
      <section className="card card-pad registration-done" aria-labelledby="page-title">
        <IconCircleCheck size={44} stroke={1.6} className="host-serving" aria-hidden="true" />
        <h1 id="page-title" ref={heading} tabIndex={-1}>
          {t(`registration.done.${kind}`, { name: draft.name })}
        </h1>
        <p>
          {t('registration.address')} <b className="registration-address">{made.address}</b>{' '}
          <CopyButton text={made.address}>{t('registration.copy')}</CopyButton>
        </p>
        <h2>{t('registration.nextTitle')}</h2>
        <ol className="registration-next">
          {next.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ol>
        <div className="unit-buttons">
          <ButtonLink kind="primary" href={`${listHref}?id=${made.id}`}>
            {t(`registration.see.${kind}`)}
          </ButtonLink>
          <Button onClick={onAnother}>{t(`registration.another.${kind}`)}</Button>
          <ButtonLink href={listHref}>{t('registration.list')}</ButtonLink>
        </div>
      </section>
    </div>
  );
}
