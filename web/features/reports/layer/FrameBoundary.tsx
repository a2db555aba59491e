import { Component, type ReactNode } from 'react';
import { failReport } from './report-layer-store.ts';

/** The SDK throws at an invalid address, and its code may fail to load: either error is shown in the report's place. */
export class FrameBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(): void {
    failReport({ code: 'report_service_refused', requestId: null });
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
