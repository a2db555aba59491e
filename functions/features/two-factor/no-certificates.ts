// The Worker's replacement for '@peculiar/x509', '@peculiar/asn1-android' and 'reflect-metadata' (dev/build-worker.ts). They read
// attestation certificates, by which a manufacturer vouches for a device. The portal doesn't request them (attestation "none"), so an
// answer with a certificate chain to verify is refused like any other that can't be verified.
class NoCertificates {
  constructor() {
    throw new Error('Certificates of devices are not read');
  }
}

export {
  NoCertificates as AuthorityKeyIdentifierExtension,
  NoCertificates as CRLDistributionPointsExtension,
  NoCertificates as KeyDescription,
  NoCertificates as SubjectKeyIdentifierExtension,
  NoCertificates as X509Certificate,
  NoCertificates as X509ChainBuilder,
  NoCertificates as X509Crl,
};
export const id_ce_keyDescription = '1.3.6.1.4.1.11129.2.1.17';
