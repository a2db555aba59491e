import { Component, type ReactNode } from 'react';
import { translate } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { PublicLayout } from '../../ui/PublicLayout.tsx';
import { endFirstFrame } from './first-frame.ts';

/** Last-resort error boundary: a page that cannot load or render shows an error instead of a blank screen. */
export class Failsafe extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch() {
    endFirstFrame();
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <PublicLayout title={translate('session.portalFailed')} lead={translate('service_unavailable')}>
        <Button kind="login" size="l" block onClick={() => location.reload()}>
          {translate('ui.retry')}
        </Button>
      </PublicLayout>
    );
  }
}
