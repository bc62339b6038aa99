import { type To, useLocation, useNavigate } from 'react-router';

/**
 * Returns a function that goes on from the present screen after a call was answered. Who has left the screen by then stays
 * where they are: a late answer takes nobody away.
 */
export function useNavigateHere(): (to: To) => Promise<void> {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return async (to) => {
    if (window.location.pathname === pathname) await navigate(to);
  };
}
