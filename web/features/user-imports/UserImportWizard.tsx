import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { importQuery } from './loader.ts';
import { MapStep } from './MapStep.tsx';
import type { UserImport } from './queries.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { RunStep } from './RunStep.tsx';
import { StepBar } from './StepBar.tsx';
import { UploadStep } from './UploadStep.tsx';
import { type Address, type StepNumber, useImportAddress } from './use-import-address.ts';
import './user-imports.css';
import './import-rows.css';

/** The steps available for an import in its state: a running or finished one has only the last. */
function getSteps(whole: UserImport | null): StepNumber[] {
  if (!whole) return [1];
  if (whole.state === 'mapping') return [1, 2];
  return whole.state === 'review' ? [1, 2, 3, 4] : [4];
}

/** Imports users from a file or another unit, in four steps (Spec 4, user import). Mounted where the address has `?import=`. */
export function UserImportWizard() {
  const { t } = useTranslation();
  const address = useImportAddress();
  useBreadcrumb([{ label: t('userImport.crumb.manage') }, { label: t('userImport.crumb.users') }, { label: t('userImport.crumb.import') }]);
  const without = (content: ReactNode) => (
    <Wizard whole={null} address={address}>
      {() => content}
    </Wizard>
  );
  return (
    <Reading
      waiting={(onRetry) => without(<ListSkeleton onRetry={onRetry} />)}
      failure={({ error, onRetry }) =>
        without(
          <ErrorState
            title={t('userImport.gone')}
            text={errorText(error)}
            onRetry={onRetry}
            action={<Button onClick={() => address.go(1, { id: null })}>{t('userImport.startAnew')}</Button>}
          />,
        )
      }
    >
      {address.id ? (
        <ExistingImport id={address.id} address={address} />
      ) : (
        <Wizard whole={null} address={address}>
          {() => <UploadStep whole={null} address={address} />}
        </Wizard>
      )}
    </Reading>
  );
}

function ExistingImport({ id, address }: { id: string; address: Address }) {
  const { data: whole } = useSuspenseQuery(importQuery(id));
  const body = (step: StepNumber) => {
    if (step === 1) return <UploadStep whole={whole} address={address} />;
    if (step === 2) return <MapStep key={`${whole.id} ${whole.headerRow}`} whole={whole} address={address} />;
    return step === 3 ? <ReviewStep whole={whole} address={address} /> : <RunStep whole={whole} address={address} />;
  };
  return (
    <Wizard whole={whole} address={address}>
      {body}
    </Wizard>
  );
}

type WizardProps = { whole: UserImport | null; address: Address; children: (step: StepNumber) => ReactNode };

/** Head and steps of the wizard; the step of the address if the import has it, else its last. */
function Wizard({ whole, address, children }: WizardProps) {
  const { t } = useTranslation();
  const open = getSteps(whole);
  const step = open.includes(address.step) ? address.step : (open.at(-1) ?? 1);
  const text = !whole
    ? t('userImport.text')
    : whole.sheet
      ? t('userImport.ofSheet', { name: whole.name, sheet: whole.sheet, count: whole.counts.read })
      : t('userImport.of', { name: whole.name, count: whole.counts.read });
  return (
    <div className="page user-import">
      <PageHeader title={t('userImport.title')} text={text} actions={<Button onClick={address.leave}>{t('ui.close')}</Button>} />
      <StepBar current={step} open={open} onStep={(to) => address.go(to)} />
      {children(step)}
    </div>
  );
}
