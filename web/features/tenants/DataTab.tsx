import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { showDocument } from '../../../domain/customers/document.ts';
import { ruleNames, type UnitRule } from '../../../domain/tenants/fields.ts';
import { maxNameLength } from '../../../domain/tenants/limits.ts';
import { languageNames } from '../../../i18n/languages.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { CustomerDrawer, type CustomerPanel } from '../customers/index.ts';
import { HostCell } from './HostCell.tsx';
import { PayerField } from './PayerField.tsx';
import { SubdomainField } from './SubdomainField.tsx';
import { type OneUnit, useQueryProduct } from './use-product.ts';
import { getSubdomain, type UnitForm } from './use-unit-form.ts';

type Props = { unit: OneUnit; form: UnitForm; draft: UnitForm['draft'] };
const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

/** Name, addresses, paying client, and permissions of the administrators. */
export function DataTab({ unit, form, draft }: Props) {
  const { t } = useTranslation();
  const productHost = useQueryProduct(unit);
  const [party, setParty] = useState<{ id: string | null; panel: CustomerPanel; opened: boolean; turn: number } | null>(null);
  const show = (id: string | null) => setParty((before) => ({ id, panel: 'data', opened: true, turn: (before?.turn ?? 0) + 1 }));
  const holder = unit.directoryHolder !== null && unit.directoryHolder !== unit.name ? unit.directoryHolder : null;
  const helpText = (name: UnitRule) =>
    name === 'defaultDirectory' && holder ? t('tenants.help.directoryMoves', { name: holder }) : t(`tenants.help.${name}`);
  const partyId = unit.kind === 'partner' ? unit.partyId : null;
  return (
    <>
      <section className="card card-pad unit-card" aria-labelledby="unit-data">
        <h2 id="unit-data">{t('tenants.part.identity')}</h2>
        <TextInput
          label={t('tenants.field.name')}
          value={draft.name ?? ''}
          onChange={(event) => form.set('name', event.currentTarget.value)}
          error={form.getError('name')}
          maxLength={maxNameLength}
          autoComplete="off"
          maw={520}
        />
        <div className="unit-narrow">
          <SubdomainField
            value={draft.subdomain ?? ''}
            onChange={(text) => form.set('subdomain', text)}
            productHost={productHost}
            own={getSubdomain(unit)}
            error={form.getError('subdomain')}
          />
        </div>
        <TextInput
          label={
            <>
              {t('tenants.field.ownDomain')} <span className="muted">{t('ui.form.optional')}</span>
            </>
          }
          description={t('tenants.help.ownDomain')}
          inputWrapperOrder={order}
          value={draft.ownDomain ?? ''}
          onChange={(event) => form.set('ownDomain', event.currentTarget.value)}
          error={form.getError('ownDomain')}
          maxLength={253}
          placeholder="bi.empresa.com.br"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maw={520}
        />
        <dl className="facts">
          <dt>{t('tenants.hosts')}</dt>
          <dd>
            {unit.hosts.map(({ host }, index) => (
              <HostCell key={host} row={{ host, ownDomain: index === 0 ? unit.ownDomain : null }} />
            ))}
          </dd>
          <dt>{t('tenants.language')}</dt>
          <dd>{languageNames[unit.language]}</dd>
          <dt>{t('tenants.zone')}</dt>
          <dd>{unit.timezone}</dd>
        </dl>
      </section>
      <section className="card card-pad unit-card" aria-labelledby="unit-payer">
        <h2 id="unit-payer">{t(unit.kind === 'partner' ? 'tenants.part.registration' : 'tenants.part.payer')}</h2>
        {unit.kind === 'unit' && unit.payer && !unit.payer.mine && (
          <p>
            {unit.payer.name} <span className="muted num">{unit.payer.document && showDocument(unit.payer.document)}</span>
          </p>
        )}
        {unit.kind === 'unit' && (!unit.payer || unit.payer.mine) && (
          <>
            <PayerField
              key={unit.version}
              value={draft.payerId ?? null}
              known={unit.payer}
              onChange={(id) => form.set('payerId', id)}
              error={form.getError('payerId')}
            />
            <div className="unit-buttons">
              {unit.payer && <Button onClick={() => show(unit.payer?.id ?? null)}>{t('tenants.payer.edit')}</Button>}
              <Button onClick={() => show(null)}>{t('tenants.payer.new')}</Button>
            </div>
          </>
        )}
        {unit.kind === 'partner' &&
          (partyId ? (
            <Button onClick={() => show(partyId)}>{t('tenants.registration.edit')}</Button>
          ) : (
            <p className="muted">{t('tenants.registration.none')}</p>
          ))}
      </section>
      {unit.kind === 'unit' && (
        <section className="card card-pad unit-card" aria-labelledby="unit-rules">
          <h2 id="unit-rules">{t('tenants.part.rules')}</h2>
          {ruleNames.map((name) => (
            <SwitchRow
              key={name}
              label={t(`tenants.field.${name}`)}
              text={helpText(name)}
              checked={draft[name] === 'S'}
              onChange={(on) => form.set(name, on ? 'S' : 'N')}
            />
          ))}
        </section>
      )}
      {party && (
        <Part>
          <CustomerDrawer
            key={party.turn}
            id={party.id}
            opened={party.opened}
            panel={party.panel}
            onPanel={(panel) => setParty({ ...party, panel })}
            onClose={() => setParty({ ...party, opened: false })}
          />
        </Part>
      )}
    </>
  );
}
