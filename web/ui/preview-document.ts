/** Returns the mail for a frame with an empty `sandbox`: no script runs, pictures of other sites load only on request, links lead nowhere. */
export function previewDocument(html: string, { remoteImages }: { remoteImages: boolean }): string {
  const images = remoteImages ? 'data: https:' : 'data:';
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src ${images}; form-action 'none'; base-uri 'none'`;
  // Before anything of the mail: what comes later can only forbid more.
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}"><meta http-equiv="x-dns-prefetch-control" content="off"><meta name="referrer" content="no-referrer"><base target="_blank">${withoutDoctype(html)}`;
}

export function hasRemoteImages(html: string): boolean {
  return /(?:src|srcset|background)=["']?https?:|url\(["']?https?:/i.test(html.replace(/\s+/g, ''));
}

function withoutDoctype(html: string): string {
  return html.replace(/^\s*<!doctype[^>]*>/i, '');
}
