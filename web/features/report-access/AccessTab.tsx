import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useDrawerTarget } from '../../app/address/drawer-target.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import type { ReportTabProps } from '../../app/parts/report-tab.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import type { Subject } from '../../ui/access/SubjectPicker.tsx';
import { Button } from '../../ui/Button.tsx';
import { IconUserPlus } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Grants } from './Grants.tsx';
import { accessQuery } from './loader.ts';
import { People } from './People.tsx';
import type { Access } from './queries.ts';
import { parts, useAccessAddress } from './use-access-address.ts';
import { WhyPart } from './WhyPart.tsx';
import '../../ui/table/DataTable.css';
import './report-access.css';

const GrantDrawer = lazy(() => import('./GrantDrawer.tsx').then((module) => ({ default: module.GrantDrawer })));

/** "Access and identity" beside a report: the grants, and their effect for every user. */
export function AccessTab({ report }: ReportTabProps) {
  return (
    <Reading>
      <AccessParts id={report.id} />
    </Reading>
  );
}

function AccessParts({ id }: { id: string }) {
  const { t } = useTranslation();
  const address = useAccessAddress();
  const { data: access } = useSuspenseQuery(accessQuery(id));
  const [preset, setPreset] = useState<readonly Subject[]>([]);
  const [repairs, setRepairs] = useState(false);
  const { shown, opened } = useDrawerTarget({ new: address.adding ? '1' : undefined, id: address.editing });
  const close = () => {
    setRepairs(false);
    address.change({ new: undefined, grant: undefined });
  };
  const repair = (grant: string) => {
    setRepairs(true);
    address.change({ grant });
  };
  const give = (subjects: readonly Subject[]) => {
    setPreset(subjects);
    address.change({ new: '1', grant: undefined });
  };
  return (
    <>
      <div className="access-head">
        <Segmented
          label={t('access.parts')}
          segments={parts.map((value) => ({ value, label: t(`access.part.${value}`) }))}
          value={address.part}
          onChange={(part) => address.show(part)}
        />
        <Button kind="primary" size="s" icon={IconUserPlus} onClick={() => give([])}>
          {t('access.add')}
        </Button>
      </div>
      {address.part !== 'why' && <Limits access={access} onShow={() => address.show('people', { who: 'unidentified' })} />}
      {address.part === 'grants' && <Grants access={access} address={address} />}
      {address.part === 'people' && <People access={access} address={address} onGive={give} />}
      {address.part === 'why' && <WhyPart access={access} address={address} onGive={give} onRepair={repair} />}
      {shown && (
        <Part>
          <GrantDrawer
            key={shown.opening}
            access={access}
            grantId={shown.id}
            preset={preset}
            repairs={repairs}
            opened={opened}
            onClose={close}
          />
        </Part>
      )}
    </>
  );
}

/** What limits or breaks all grants: a hidden report or group, a group for selected people, users without an RLS identity. */
function Limits({ access, onShow }: { access: Access; onShow: () => void }) {
  const { t } = useTranslation();
  const { unidentified } = access.counts;
  const chosen = access.audience.filter(({ hidden, audience }) => !hidden && audience === 'chosen');
  const hidden = access.audience.filter((place) => place.hidden);
  return (
    <>
      {access.hidden && <Notice tone="warn">{t('access.hidden')}</Notice>}
      {hidden.map(({ name }) => (
        <Notice key={name} tone="warn">
          {t('access.audience.hidden', { name })}
        </Notice>
      ))}
      {chosen.length > 0 && (
        <Notice tone="info" title={t('access.audience.title')}>
          {chosen.map(({ name, people }) => (
            <p key={name}>{t('access.audience.chosen', { name, count: people })}</p>
          ))}
        </Notice>
      )}
      {access.ignoresRls && access.needsIdentity && (
        <Notice tone="warn" title={t('access.open.title')}>
          {t('access.open.text', { role: access.ignoreRlsRole ?? '' })}
        </Notice>
      )}
      {unidentified > 0 && (
        <Notice
          tone="warn"
          action={
            <Button size="s" onClick={onShow}>
              {t('access.unidentified.show')}
            </Button>
          }
        >
          {t('access.unidentified', { count: unidentified })}
        </Notice>
      )}
    </>
  );
}
