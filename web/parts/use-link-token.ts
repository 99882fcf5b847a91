import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** Returns the token of a mailed link, which stands behind the # and leaves the address bar at once; empty without one. */
export function useLinkToken(path: string): string {
  const { hash } = useLocation();
  const [token, setToken] = useState(hash);
  const navigate = useNavigate();
  if (hash !== '' && hash !== token) setToken(hash);
  useEffect(() => {
    if (hash !== '') void navigate({ to: path, replace: true });
  }, [hash, navigate, path]);
  return token;
}
